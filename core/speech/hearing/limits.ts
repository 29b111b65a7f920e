// Numbers of hearing.

export const gapHopsDefault = 70;
