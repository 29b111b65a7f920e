// The names of the voices of /v1/speak (spec/speech.md, "/v1/speak").

const english1 = 'asteria luna stella athena hera orion arcas perseus angus orpheus helios zeus';
const english2 =
  'amalthea andromeda apollo arcas aries asteria athena atlas aurora callista cordelia cora delia draco electra ' +
  'harmonia helena hera hermes hyperion iris janus juno jupiter luna mars minerva neptune odysseus ophelia orion ' +
  'orpheus pandora phoebe pluto saturn selene thalia theia vesta zeus';
const spanish2 = 'sirio nestor carina celeste alvaro diana aquila selena estrella javier';
/** Models that the specification does not list, and the types of newer clients do. */
const newer2: Readonly<Record<string, string>> = {
  es: 'agustina antonia gloria luciano olivia silvia valerio',
  de: 'aurelia elara fabian julius kara lara viktoria',
  nl: 'beatrix cornelia daphne hestia lars leda rhea roman sander',
  fr: 'agathe hector',
  it: 'cesare cinzia demetra dionisio elio flavio livia maia melia',
  ja: 'ama ebisu fujin izanami uzume',
};
const fluxWomen =
  'alexis bree brittany brooke elise gemma haley hannah heather kelsey kit maeve meena meghan paige priya renee ' +
  'sharon sienna';
const fluxMen =
  'bruce cliff cole colin conor donovan drew jack kai marcelo marcus miles naveen rufus sean tanner wade wes';

function named(names: string, prefix: string, language: string): readonly string[] {
  return names.split(' ').map((name) => `${prefix}-${name}-${language}`);
}

/** Models of other languages than English, listed after those of the specification. */
export const newerSpeakModels: readonly string[] = Object.entries(newer2).flatMap(
  ([language, names]) => named(names, 'aura-2', language),
);

/** More voices of the agent, of version v2 of its provider. */
export const fluxVoices = {
  women: named(fluxWomen, 'flux', 'en'),
  men: named(fluxMen, 'flux', 'en'),
} as const;

export const speakModels: readonly string[] = [
  ...named(english1, 'aura', 'en'),
  ...named(english2, 'aura-2', 'en'),
  ...named(spanish2, 'aura-2', 'es'),
  ...newerSpeakModels,
];

export const speakModelDefault = 'aura-asteria-en';
