// The names of the voices of /v1/speak (spec/speech.md, "/v1/speak").

const english1 = 'asteria luna stella athena hera orion arcas perseus angus orpheus helios zeus';
const english2 =
  'amalthea andromeda apollo arcas aries asteria athena atlas aurora callista cordelia cora delia draco electra ' +
  'harmonia helena hera hermes hyperion iris janus juno jupiter luna mars minerva neptune odysseus ophelia orion ' +
  'orpheus pandora phoebe pluto saturn selene thalia theia vesta zeus';
const spanish2 = 'sirio nestor carina celeste alvaro diana aquila selena estrella javier';

function named(names: string, prefix: string, language: string): readonly string[] {
  return names.split(' ').map((name) => `${prefix}-${name}-${language}`);
}

export const speakModels: readonly string[] = [
  ...named(english1, 'aura', 'en'),
  ...named(english2, 'aura-2', 'en'),
  ...named(spanish2, 'aura-2', 'es'),
];

export const speakModelDefault = 'aura-asteria-en';
