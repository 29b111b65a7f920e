// Tells events of faults in words: what they break, and what they struck.

import type { faults } from '../../core/index.ts';
import type { StoryTeller } from '../contracts/story.ts';
import { conditionText, struckText, targetText } from './fault-text.ts';
import { printFault } from './wire.ts';

export const faultsStory: StoryTeller = {
  eventText({ type, data }) {
    const event = { ...data, type } as unknown as faults.FaultsEvent;
    switch (event.type) {
      case 'FaultAdded': {
        const { faultId: id, rule } = event;
        const { when } = printFault({ id, ...rule, tried: 0, struck: 0 });
        return `${rule.effect.kind} of ${targetText(rule)}, ${conditionText(when ?? {})}`;
      }
      case 'FaultStruck': {
        const { effect, request, delay } = event;
        const until = delay === undefined ? '' : `, until ${new Date(delay.untilMs).toISOString()}`;
        return `${effect.kind} on ${struckText(request)}${until}`;
      }
      case 'FaultPassed':
      case 'FaultRemoved':
      case 'DelayEnded':
        return undefined;
    }
  },
};
