// The names of the models of /v2/listen (spec/speech.md, "Endpoints").

/** Recognizes several languages, and accepts hints. */
export const multilingualTurnModel = 'flux-general-multi';

/** Accepts no hints. */
export const monolingualTurnModel = 'flux-general-en';

export const turnModels: readonly string[] = [monolingualTurnModel, multilingualTurnModel];
