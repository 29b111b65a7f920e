// Time limits of tests. A soak tries each law more often (FC_TIMES, 0.3 in the suite), and waits longer.

const times = Math.max(1, Number(process.env['FC_TIMES'] ?? 0.5) / 0.5);

/** The default: most tests take less than 3 s here, and a hang is found early on machines of half the speed too. */
export const usualMs = 20_000 * times;
/** Files whose tests take more than 3 s: they start many processes, or try whole sessions. */
export const longMs = 300_000 * times;
