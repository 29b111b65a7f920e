// How long tests may take, so that a hang is found early; a soak (FC_TIMES) tries each law more often, and waits longer.

const times = Math.max(1, Number(process.env['FC_TIMES'] ?? 1));

/** Most tests: they take less than 20 s on a machine that others use as well. */
export const usualMs = 60_000 * times;
/** Tests that start many processes, and laws that take most of a minute on such a machine. */
export const longMs = 300_000 * times;
