// The bytes of a stream of audio: hashed and decoded on their way.

import { createHash, type Hash } from 'node:crypto';
import type {
  AudioDecoder,
  DecodedAudio,
  PlacedCaption,
  StreamForm,
  UndecodableAudio,
} from '../../../audio/decoding/decoder.ts';
import type { FileScanner } from '../../../audio/decoding/file-scanner.ts';
import { mixDown } from '../../../audio/decoding/mix-down.ts';
import { openDecoder, openFileScanner } from '../../../audio/decoding/open-decoder.ts';

export interface ReceivedForm extends StreamForm {
  /** Whether each channel is heard for itself; else they are mixed. */
  readonly isMultichannel: boolean;
}

/** A part of a stream, decoded. */
export interface ReceivedPart {
  readonly bytes: Uint8Array;
  /** The hash of the stream up to their end, as hex. */
  readonly streamSha256: string;
  /** In Hz; 0 while it is unknown. */
  readonly sampleRate: number;
  /** As they were sent; 0 while they are unknown. */
  readonly channelCount: number;
  /** Of each channel that is heard. */
  readonly channels: readonly Int16Array[];
  /** Of files that begin in these samples, or right behind them. */
  readonly captions: readonly PlacedCaption[];
  /** Behind these samples the stream cannot be decoded. */
  readonly undecodable: UndecodableAudio | undefined;
}

/** The hash of a stream of which some bytes are not stored any more (reference/speech.md section 4, Metadata). */
const incomplete = 'incomplete';

export class ReceivedStream {
  readonly #form: ReceivedForm;
  /** Opened by the first bytes, since a session must be able to open whatever its audio is. */
  #decoder: AudioDecoder | undefined;
  /** Of raw samples: decoders of containers find the texts of files. */
  readonly #scanner: FileScanner | undefined;
  /** Undefined if bytes are missing. */
  #hash: Hash | undefined = createHash('sha256');

  constructor(form: ReceivedForm) {
    this.#form = form;
    this.#scanner = openFileScanner(form);
  }

  /** Wait for it before the next call. */
  async receive(bytes: Uint8Array): Promise<ReceivedPart> {
    const scanned = this.follow(bytes, bytes.length);
    const decoded = await this.decode(bytes);
    return scanned.length === 0 ? decoded : { ...decoded, captions: scanned };
  }

  /** Bytes that are decoded at another place, or not at all; undefined if they are unknown. */
  follow(bytes: Uint8Array | undefined, length: number): readonly PlacedCaption[] {
    if (bytes === undefined) {
      this.#hash = undefined;
      this.#scanner?.skip(length);
      return [];
    }
    this.#hash?.update(bytes);
    return this.#scanner?.receive(bytes) ?? [];
  }

  /** As `receive`, without the hash, and without the texts of files among raw samples. */
  async decode(bytes: Uint8Array): Promise<ReceivedPart> {
    const decoder = (this.#decoder ??= openDecoder(this.#form));
    const decoded = decoder.decode(bytes);
    const {
      channels,
      captions = [],
      undecodable,
    } = decoded instanceof Promise ? await decoded : decoded;
    const { sampleRate = 0, channels: channelCount = 0 } = decoder.format ?? {};
    return {
      bytes,
      streamSha256: this.#hash?.copy().digest('hex') ?? incomplete,
      sampleRate,
      channelCount,
      channels: this.#heard(channels),
      captions,
      undecodable,
    };
  }

  /** The client has sent everything: whether nothing of it could be decoded. */
  end(): UndecodableAudio | undefined {
    return this.#decoder?.end();
  }

  close(): void {
    this.#decoder?.close();
  }

  #heard(channels: DecodedAudio['channels']): DecodedAudio['channels'] {
    return this.#form.isMultichannel || channels.length < 2 ? channels : [mixDown(channels)];
  }
}
