// Dispatches commands to their rules, which are in decide/, one file per noun.

import type { Context } from '../kernel/context.ts';
import { atOnce, type InPieces } from '../kernel/pieces.ts';
import type { CalendarCommand } from './commands.ts';
import type { CalendarDecision } from './decide/plan.ts';
import { setOperatorFields } from './decide/operator-fields.ts';
import { createEvent, updateEvent } from './decide/event.ts';
import { attachImage } from './decide/image.ts';
import { createVenueOrOrganizer, updateVenueOrOrganizer } from './decide/venue-or-organizer.ts';
import { organizerKind } from './decide/organizer.ts';
import { createTerm, deleteTerm, updateTerm } from './decide/term.ts';
import { publishPost } from './decide/publish.ts';
import { trashPost } from './decide/trash.ts';
import { venueKind } from './decide/venue.ts';
import type { ReadonlyCalendarState } from './state.ts';

export function decide(
  command: CalendarCommand,
  state: ReadonlyCalendarState,
  context: Context,
): CalendarDecision {
  switch (command.type) {
    case 'CreateEvent':
      return atOnce(createEvent(command, state, context));
    case 'UpdateEvent':
      return atOnce(updateEvent(command, state, context));
    case 'CreateVenue':
      return createVenueOrOrganizer(venueKind, command, command.fields, state, context);
    case 'UpdateVenue':
      return updateVenueOrOrganizer(
        venueKind,
        command,
        command.venue,
        command.fields,
        state,
        context,
      );
    case 'CreateOrganizer':
      return createVenueOrOrganizer(organizerKind, command, command.fields, state, context);
    case 'UpdateOrganizer':
      return updateVenueOrOrganizer(
        organizerKind,
        command,
        command.organizer,
        command.fields,
        state,
        context,
      );
    case 'TrashPost':
      return trashPost(command, state, context);
    case 'PublishPost':
      return publishPost(command, state);
    case 'CreateTerm':
      return createTerm(command, state, context);
    case 'UpdateTerm':
      return updateTerm(command, state, context);
    case 'DeleteTerm':
      return deleteTerm(command, state, context);
    case 'SetOperatorFields':
      return setOperatorFields(command, state);
    case 'AttachImage':
      return attachImage(command, state, context);
  }
}

/** The commands that name other records, of which there may be thousands. */
export function decideInPieces(
  command: CalendarCommand,
  state: ReadonlyCalendarState,
  context: Context,
): InPieces<CalendarDecision> | undefined {
  if (command.type === 'CreateEvent') return createEvent(command, state, context);
  if (command.type === 'UpdateEvent') return updateEvent(command, state, context);
  return undefined;
}
