// Time limits of tests. A soak tries each law more often (FC_TIMES, 0.1 in the suite), and waits longer.

const times = Math.max(1, Number(process.env['FC_TIMES'] ?? 0.5) / 0.5);

/** The default: most tests need less than 3 s, so a hang is found early even on machines of half the speed. */
export const usualMs = 20_000 * times;
/** Files with tests of more than 3 s: they start many processes, or try whole sessions. */
export const longMs = 300_000 * times;
