// Whether a soak runs; apart from its tests, since the configuration reads it, too.

export const isSoak = process.env['SOAK'] !== undefined;
