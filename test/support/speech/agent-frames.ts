// The results of text frames to the voice agent: commands, and errors of invalid frames.

import { expect } from 'vitest';
import {
  agentCommandOf,
  type AgentFrameCommand,
} from '../../../adapters/services/speech/agent/messages.ts';

const rules = {
  isConfigured: (model: string) => model === 'my-model',
  isAllowed: (hostname: string) => hostname === 'allowed.example',
};

/** Reads a frame in a world with the model `my-model` that may send requests to `allowed.example`. */
export function readAgentFrame(text: string): AgentFrameCommand {
  return agentCommandOf(text, rules);
}

export function agentCommand(message: unknown): AgentFrameCommand['command'] {
  return readAgentFrame(JSON.stringify(message)).command;
}

export function settingsCommand(agent: unknown, more: object = {}): AgentFrameCommand['command'] {
  return agentCommand({ type: 'Settings', audio: {}, agent, ...more });
}

/** `description` is a part of the error's only sentence. */
export function expectRefused(command: unknown, code: string, description: string): void {
  expect(command).toEqual({
    type: 'RejectMessage',
    code,
    description: expect.stringContaining(description) as string,
  });
  expect((command as { readonly description: string }).description).toMatch(/^[\w"].*\.$/s);
}

/** An invalid value, and a part of its error's description. */
export type RefusedRow = readonly [value: unknown, description: string];

/** For titles of tests. */
export function byDescription(
  rows: readonly RefusedRow[],
): readonly (readonly [description: string, value: unknown])[] {
  return rows.map(([value, description]) => [description, value]);
}

export const openAi = { type: 'open_ai', model: 'gpt-4o' };
