// Views of posts for the operator, with fields that the calendar API lacks.

import type { InPieces } from '../../kernel/pieces.ts';
import type { Place } from '../records/venue.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import type { CostSite } from '../text/cost.ts';
import { eventView, type EventView } from './event.ts';
import {
  organizerView,
  venueView,
  type OrganizerView,
  type VenueView,
} from './venue-or-organizer.ts';

export interface OperatorEventView {
  readonly event: EventView;
  readonly hasPassword: boolean;
  /** The place of its venue. */
  readonly place: Place | null;
  readonly isTicketed: boolean;
  readonly parentId: number | null;
}

export function* operatorEventView(
  state: ReadonlyCalendarState,
  id: number,
  site: CostSite,
): InPieces<OperatorEventView | undefined> {
  const event = state.events.get(String(id));
  if (event === undefined) return undefined;
  const { passwordFingerprint, venueId, isTicketed, parentId } = event;
  return {
    event: yield* eventView(state, event, site, passwordFingerprint),
    hasPassword: passwordFingerprint !== null,
    place: state.venues.get(String(venueId))?.place ?? null,
    isTicketed,
    parentId,
  };
}

export interface OperatorVenueView {
  readonly venue: VenueView;
  readonly hasPassword: boolean;
  readonly place: Place | null;
}

export function operatorVenueView(
  state: ReadonlyCalendarState,
  id: number,
): OperatorVenueView | undefined {
  const venue = state.venues.get(String(id));
  if (venue === undefined) return undefined;
  const { passwordFingerprint, place } = venue;
  return { venue: venueView(state, venue), hasPassword: passwordFingerprint !== null, place };
}

export interface OperatorOrganizerView {
  readonly organizer: OrganizerView;
  readonly hasPassword: boolean;
}

export function operatorOrganizerView(
  state: ReadonlyCalendarState,
  id: number,
): OperatorOrganizerView | undefined {
  const organizer = state.organizers.get(String(id));
  if (organizer === undefined) return undefined;
  const hasPassword = organizer.passwordFingerprint !== null;
  return { organizer: organizerView(state, organizer), hasPassword };
}
