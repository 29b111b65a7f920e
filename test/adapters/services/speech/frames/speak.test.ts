import { expect, it } from 'vitest';
import { commandOf } from '../../../../../adapters/services/speech/frames/speak.ts';

it.each([
  [
    { type: 'Speak', text: '' },
    { type: 'AddText', text: '' },
  ],
  [
    { type: 'Speak', text: 'One.', more: 1 },
    { type: 'AddText', text: 'One.' },
  ],
  [{ type: 'Flush', text: 'One.' }, { type: 'FlushText' }],
  [{ type: 'Clear' }, { type: 'ClearText' }],
  [{ type: 'Close' }, { type: 'CloseSession' }],
  [
    { type: 'x'.repeat(41) },
    {
      type: 'RejectFrame',
      description: `The type ${'x'.repeat(40)} is unknown: it must be Speak, Flush, Clear or Close.`,
    },
  ],
])(
  'reads the frame %j, with no other members and at most 40 characters of an unknown type',
  (message, command) => {
    expect(commandOf({ kind: 'text', text: JSON.stringify(message) })).toEqual(command);
  },
);
