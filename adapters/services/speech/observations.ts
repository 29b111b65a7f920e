// Reads from the traffic of the speech channels what their rules observe.

import type { speech } from '../../../core/index.ts';
import { isObject, textIn } from '../../contracts/shown-session.ts';
import type { EventMoment, FrameMoment, WireMoment } from '../../contracts/wire-moments.ts';

type Observation = speech.SpeechObservation;

const channelNames: Readonly<Record<string, speech.ChannelName>> = {
  '/v1/speak': 'speak',
  '/v1/listen': 'listen',
  '/v2/listen': 'turns',
  '/v1/agent/converse': 'agent',
};

/** The observations of one account, moment by moment. */
export function speechObserver(): (moment: WireMoment) => readonly Observation[] {
  return (moment) => {
    const { n } = moment;
    switch (moment.kind) {
      case 'socket': {
        const channel = channelNames[moment.path.replace(/\/$/, '')];
        const { conn, query } = moment;
        if (channel === undefined) return [];
        return [{ kind: 'opened', n, conn, channel, query: Object.fromEntries(query) }];
      }
      case 'frame':
        return [frameObservation(moment)];
      case 'close': {
        const { conn, by, code } = moment;
        return [{ kind: 'closed', n, conn, by, code }];
      }
      case 'event':
        return isStrikeOnFrames(moment) ? [{ kind: 'struck', n }] : [];
      case 'request':
      case 'exchange':
      case 'webhook':
      case 'outcome':
      case 'operator':
        return [];
    }
  };
}

function frameObservation({ n, conn, by, content }: FrameMoment): Observation {
  if ('bytes' in content) return { kind: 'audio', n, conn, by, bytes: content.bytes };
  const { value } = content;
  return { kind: 'message', n, conn, by, message: isObject(value) ? value : {} };
}

const frameFaults = /^(?:(?:drop|double|delay)-frame|swap-frames|half-open|close-socket)$/;

function isStrikeOnFrames({ type, data }: EventMoment): boolean {
  const { effect } = data;
  return (
    type === 'FaultStruck' && isObject(effect) && frameFaults.test(textIn(effect['kind']) ?? '')
  );
}
