// Skips time while an agent is active, with a clock in mode `skip`.

import { speech, type World } from '../../../../core/index.ts';

/** Resolves when the agent waits for its client, or for an outbound answer. */
export async function skipThrough(
  world: World,
  sessionId: string,
  isOver: () => boolean = () => false,
): Promise<void> {
  const viewIn = (state: Parameters<typeof speech.conversationView>[0]) =>
    speech.conversationView(state, sessionId);
  for (let before = -1; !isOver();) {
    const { view, position } = await world.read(
      (states, describe) => ({ view: viewIn(states.speech), position: describe().position }),
      (states) => (viewIn(states.speech)?.isProgressing === true ? [sessionId] : []),
    );
    if (view === undefined || position === before) return;
    if (!view.isProgressing && !view.isCalling) return;
    before = position;
  }
}
