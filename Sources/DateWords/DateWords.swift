// Dates, durations and rules in English: one grammar as data.
//
// A text becomes tokens (`Scanner`), these become edges of a chart (`Chart`), the chart's edges over all of the words are
// what the words can mean (`Value`), and these are resolved at the present (`Present`) to dates and rules. Each step is a
// value that the next one takes, and nothing reads a text twice.
//
// - `Lexicon`: the words that mean something by themselves, with their values. A new word is one more spelling.
// - `Productions`: every form, one row each: the symbol, the pattern, and the value that it makes of its parts. A new form is
//   one row. `Productions+Advice` has the forms that are refused, with what to write instead.
// - `Form`: what help shows of them, from the examples that rows carry.
// - `Chart`: a memoising recursive-descent chart parser over these rows. It keeps every reading of every prefix, so a form
//   that is ambiguous needs no code: two readings with different values are the message. It tries only the rows that the
//   next token can begin, and takes at most a number of steps that depends on how long the text is.
// - `Values`, `Rule`: what words mean before the time is known. `friday` is a weekday, not a date, so whether a text is a
//   phrase does not depend on the time, and a mismatch (`sat 27 nov`) is a refusal of the resolution.
// - `Refusal`: why words are not read, as a value with alternatives. An alternative is proposed only if it is read, so no
//   message proposes what is refused too. Only `Refusal.error` makes a message, and nothing looks into one.
// - `TitleBoundary`: where a title begins. `CaptureLine` is a whole line with its phrases, its tags and its title; what it
//   proposes is a line that it reads itself.
//
// What decides between readings is declared in the rows:
//
// - `rank`: of two readings of the same words as the same symbol, the greater is meant. Each has its reason beside it.
// - `Places`: where a row may stand: in a file (as typed, or read only), in a title, apart from one, or as advice.
// - `Weakness`: when the last words of a row may as well be the first of a title, or a phrase without a mark is hardly one.
//
// A symbol must not begin with itself, and no row may be empty: the chart has no loops because of that.
