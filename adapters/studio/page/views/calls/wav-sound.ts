// Reads the WAV files of the control plane: 16-bit samples, whose channels are mixed.

import type { CallSound } from './call-sound.ts';

/** Undefined for other files. */
export function wavSound(file: Uint8Array): CallSound | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const idAt = (at: number) => String.fromCharCode(...file.subarray(at, at + 4));
  if (file.length < 12 || idAt(0) !== 'RIFF' || idAt(8) !== 'WAVE') return undefined;
  let sampleRate = 0;
  let channels = 0;
  for (let at = 12; at + 8 <= file.length;) {
    const length = view.getUint32(at + 4, true);
    const start = at + 8;
    const end = Math.min(start + length, file.length);
    if (idAt(at) === 'fmt ' && end - start >= 16) {
      if (view.getUint16(start, true) !== 1 || view.getUint16(start + 14, true) !== 16) {
        return undefined;
      }
      channels = view.getUint16(start + 2, true);
      sampleRate = view.getUint32(start + 4, true);
    }
    if (idAt(at) === 'data' && channels > 0) {
      return { sampleRate, samples: mixed(view, start, end, channels) };
    }
    at = start + length + (length % 2);
  }
  return undefined;
}

function mixed(view: DataView, start: number, end: number, channels: number): Int16Array {
  const samples = new Int16Array(Math.floor((end - start) / (2 * channels)));
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += view.getInt16(start + 2 * (index * channels + channel), true);
    }
    samples[index] = Math.round(sum / channels);
  }
  return samples;
}
