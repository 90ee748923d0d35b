"""How a user of mm would find out what each operation of the specification asks, a table by operation.

An answering function gets all cases of its operation, and yields a pair (case, answer) for each. Cases with the same settings
and the same moment share a folder and a run of mm, so that thousands take seconds.
"""

import collections
import contextlib

from vault import Vault

TABLE = {}


class NotApplicable:
    """Why nothing in a tool for files answers a case."""

    def __init__(self, reason):
        self.reason = reason


def answers(*operations):
    def register(function):
        for operation in operations:
            TABLE[operation] = function
        return function

    return register


def good(**result):
    return {"ok": True, "result": result}


def bad(error):
    return {"ok": False, "error": error}


def grouped(cases, key):
    groups = collections.defaultdict(list)
    for case in cases:
        groups[key(case["input"])].append(case)
    return groups.values()


class Lab:
    """Makes vaults for one executable."""

    def __init__(self, mm):
        self.mm = mm

    def vault(self, *arguments, **options):
        return Vault(self.mm, *arguments, **options)

    @contextlib.contextmanager
    def tasks(self, cases, fields, **options):
        """A vault with a task for each case, named after its id."""
        with self.vault(**options) as vault:
            for case in cases:
                vault.task(f"{case['id']}.md", {"status": "open", "tags": ["task"], **fields(case["input"])})
            yield vault


def without_answer(reason, *operations):
    @answers(*operations)
    def none(cases, _):
        for case in cases:
            yield case, NotApplicable(reason)


without_answer(
    "asks about a migration, a registry or a policy of the implementation, not about a file", "migration.compat_mode",
    "migration.plan", "migration.report_summary", "migration.divergence_register", "migration.deprecation_policy",
    "migration.safety_guards", "migration.compat_statement", "migration.normalize_temporal",
    "migration.normalize_dependencies", "migration.normalize_reminders", "migration.normalize_links",
)
without_answer(
    "asks for the result of a function that merges or names settings, of which no file tells", "config.merge_top_level",
    "config.spec_version_effective", "config.provider_behavior",
)
without_answer(
    "asks for the shape of an error object of a library", "op.error_shape", "op.detect_conflict", "batch.apply",
)
without_answer("mm renames no file, and never edits a link", "rename.apply", "rename.title_storage_interaction", "link.update_references_on_rename")
without_answer("mm reads blockedBy and never writes it", "dependency.add", "dependency.remove", "dependency.replace")
without_answer(
    "mm reads timeEntries and never writes it", "time.start", "time.stop", "time.replace_entries", "time.remove_entry",
    "time.auto_stop_on_complete", "time.report_totals", "validation.time_entries",
)
without_answer(
    "mm reads links in blockedBy and recurrence_parent only; is:blocked answers, no parsed link", "link.parse", "link.resolve"
)
