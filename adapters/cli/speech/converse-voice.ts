// The user's voice in `reprise converse`: /v1/speak of the same world, which hears word for word what it has spoken.

import type { Encoding } from '../../audio/encoding.ts';
import { CliError } from '../support/errors.ts';
import type { CallTarget } from './converse-line.ts';

export interface VoiceForm {
  readonly encoding: Encoding;
  readonly sampleRate: number;
}

export const userModelDefault = 'aura-zeus-en';

/** The encoded audio of a text. */
export async function speakText(
  target: CallTarget,
  text: string,
  model: string,
  { encoding, sampleRate }: VoiceForm,
): Promise<Buffer> {
  const query = new URLSearchParams({ model, encoding, sample_rate: String(sampleRate) });
  const audio: Buffer[] = [];
  let warning: string | undefined;
  let hasEnded = () => undefined as void;
  const ended = new Promise<void>((resolve) => (hasEnded = resolve));
  const line = await target.dial(`/v1/speak?${query.toString()}`, {
    onFrame: (frame) => {
      if (frame.kind === 'binary') return void audio.push(frame.data);
      const { type, warn_msg: reason } = JSON.parse(frame.text) as Record<string, string>;
      if (type === 'Warning') warning = reason;
    },
    onClosed: () => hasEnded(),
  });
  const send = (message: object) => line.send({ kind: 'text', text: JSON.stringify(message) });
  await send({ type: 'Speak', text });
  await send({ type: 'Close' });
  await ended;
  if (audio.length > 0) return Buffer.concat(audio);
  throw new CliError(`'${text.slice(0, 40)}' cannot be spoken: ${warning ?? 'it has no word'}.`);
}
