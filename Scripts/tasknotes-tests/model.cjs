// Lets Scripts/test-tasknotes-lives ask the plugin's own model: one request and one answer a line, as JSON.
// MODEL names a bundle of the checkout of the model (CONTRIBUTING.md says how it is made); nothing of it is copied here.
const model = require(process.env.MODEL);
const RealDate = Date;
let now = 0;
globalThis.Date = class extends RealDate {
    constructor(...words) {
        if (words.length === 0) super(now);
        else super(...words);
    }
    static now() { return now; }
};
const { operations, planning, frontmatter, mapping, defaults } = model;
const names = defaults.DEFAULT_FIELD_MAPPING;
const statuses = defaults.DEFAULT_STATUSES;

// The settings are those of a vault, or else the usual ones.
function read({ path, text, settings = {} }) {
    const fieldMapping = { ...names, ...settings.fieldMapping };
    const known = settings.customStatuses || statuses;
    const found = frontmatter.parseTaskDocument(text, {
        path, fieldMapping, storeTitleInFilename: settings.storeTitleInFilename ?? true, statuses: known,
    });
    const tags = mapping.getFrontmatterTags(found.frontmatter.tags).map(mapping.normalizeFrontmatterTag);
    const tag = mapping.normalizeFrontmatterTag(settings.taskTag || "task");
    const archive = mapping.normalizeFrontmatterTag(fieldMapping.archiveTag);
    const isMarked = settings.taskIdentificationMethod === "property"
        ? String(found.frontmatter[settings.taskPropertyName]) === settings.taskPropertyValue
        : tags.some((one) => one === tag || one.startsWith(tag + "/"));
    const task = found.task;
    return {
        task: {
            title: task.title, status: task.status, scheduled: task.scheduled, due: task.due, recurrence: task.recurrence,
            complete: task.complete_instances || [], skipped: task.skipped_instances || [], reminders: task.reminders || [],
            completedDate: task.completedDate, archived: tags.includes(archive), isTask: isMarked,
            isCompleted: known.some((one) => one.isCompleted && one.value === task.status),
        },
        frontmatter: found.frontmatter, body: found.body, full: task,
    };
}

function patched(found, patch) {
    const fields = operations.applyFrontmatterPatch(found.frontmatter, patch);
    for (const key of Object.keys(fields)) if (fields[key] === undefined) delete fields[key];
    return frontmatter.serializeMarkdownDocument(fields, found.body);
}

const answers = {
    read: (request) => ({ task: read(request).task }),
    create({ task, body }) {
        return { text: frontmatter.serializeTaskDocument(task, body, { taskTag: "task", storeTitleInFilename: true }) };
    },
    complete(request) {
        const found = read(request);
        if (!found.full.recurrence) {
            const value = found.task.isCompleted ? "open" : "done";
            return property({ ...request, property: "status", value });
        }
        return series(request, found, planning.buildRecurringTaskCompletePlan, operations.recurringCompletePlanToFrontmatterPatch);
    },
    skip(request) {
        const found = read(request);
        return series(request, found, planning.buildRecurringTaskSkippedPlan, operations.recurringSkippedPlanToFrontmatterPatch);
    },
    property,
    fields(request) {
        const found = read(request);
        const patch = Object.entries({ ...request.fields, dateModified: request.stamp });
        return { text: patched(found, patch.map(([field, value]) => ({ op: "set", field, value }))) };
    },
    // Whether a day is an occurrence of the rule, which begins on `from` if it does not say when.
    isOccurrence({ path, text, from, day }) {
        const task = { ...read({ path, text }).full, scheduled: from };
        return { value: model.recurrence.isDueByRRule(task, new Date(`${day}T00:00:00Z`)) };
    },
    isDue({ task, day }) {
        return { value: model.recurrence.isDueByRRule(task, new Date(`${day}T00:00:00Z`)) };
    },
};

// As the plugin plans it when somebody ticks the task, without a day of the calendar. `place` is the occurrence that mm says the date
// stands for, and `own` that no day of the rule does, as the plugin itself has it for what Google's calendar moved. With `counted`,
// it skips the occurrence that is due, as if the series had been counted from the completion that made it so.
function series(request, found, plan, patch) {
    const fresh = { ...found.full };
    if (request.place) fresh.scheduled = request.place;
    const day = (fresh.scheduled || "").slice(0, 10);
    if (request.own) fresh.googleCalendarExceptionOriginalScheduled = day;
    if (request.counted) fresh.recurrence = model.recurrence.updateDTSTARTInRecurrenceRule(fresh.recurrence, day);
    const made = plan({
        freshTask: fresh, targetDate: planning.getRecurringTaskActionDate(fresh, request.counted && new Date(`${day}T00:00:00Z`)),
        currentTimestamp: request.stamp, maintainDueDateOffsetInRecurring: true,
    });
    return { text: patched(found, patch(made, names)), isTakenBack: made.newComplete === false || made.newSkipped === false };
}

function property(request) {
    const found = read(request);
    const plan = operations.buildTaskPropertyUpdatePlan({
        freshTask: found.full, property: request.property, value: request.value, fieldMapping: names, statuses,
        now: request.stamp, currentDateString: request.today,
    });
    return { text: patched(found, plan.frontmatterPatch) };
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const request = JSON.parse(line);
    now = request.now ?? now;
    let answer;
    try {
        answer = answers[request.ask](request);
    } catch (error) {
        answer = { error: String(error && error.message) };
    }
    process.stdout.write(JSON.stringify(answer) + "\n");
});
