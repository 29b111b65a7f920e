// Models as messages describe them.

/** The version of all models. */
export const modelVersion = '2026-01-01.0';

export type ModelView = {
  readonly uuid: string;
  readonly name: string;
  readonly version: string;
  /** The family of the model: `nova-2` of `nova-2-phonecall`. */
  readonly arch: string;
};

/** `version`: the requested one; null: the latest. */
export function modelView(model: string, uuid: string, version: string | null): ModelView {
  return { uuid, name: model, version: version ?? modelVersion, arch: archOf(model) };
}

function archOf(model: string): string {
  return /^(nova-\d|nova|enhanced|base)/.exec(model)?.[0] ?? 'base';
}
