// The names of the models of /v1/listen (spec/speech.md, "Endpoints").

const variants: Readonly<Record<string, string>> = {
  'nova-3': 'general medical',
  'nova-2': 'general meeting finance conversationalai voicemail video medical drivethru automotive',
  nova: 'general phonecall medical',
  enhanced: 'general meeting phonecall finance',
};

export const listenModels: readonly string[] = [
  ...Object.entries(variants).flatMap(([family, names]) => [
    family,
    ...names.split(' ').map((name) => `${family}-${name}`),
  ]),
  'base',
  'meeting',
  'phonecall',
  'finance',
  'conversationalai',
  'voicemail',
  'video',
];

/** The model of a connection that names none. */
export const listenModelDefault = 'base';

/** Whether a model accepts key terms, and rejects keywords. */
export function isNova3(model: string): boolean {
  return /^nova-3(-|$)/.test(model);
}
