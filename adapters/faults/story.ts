// Describes events of faults: what they are for, and what they struck.

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
        const { when = {} } = printFault({ id, ...rule, tried: 0, struck: 0 });
        const condition = conditionText(when); // without values in the body: they are not in events
        return `${rule.effect.kind} of ${targetText(rule)}${condition && `, ${condition}`}`;
      }
      case 'FaultStruck': {
        const { effect, request, delay } = event;
        const until = delay === undefined ? '' : `, until ${new Date(delay.untilMs).toISOString()}`;
        return `${effect.kind} on ${struckText(request)}${until}`;
      }
      case 'DelayEnded': {
        const delayed = event.webhook ?? event.frame;
        return delayed === undefined ? undefined : struckText(delayed);
      }
      case 'FaultPassed':
      case 'FaultRemoved':
        return undefined;
    }
  },
};
