// A sound that is known again by its fingerprints.

export type KnownSound = { readonly id: string };
