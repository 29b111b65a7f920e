// Images, attached by URL without a network: with the post that refers to them, or on their own
// (reference/calendar.md section 2.7).

import type { Context } from '../../kernel/context.ts';
import type { AttachImage, ImageReference } from '../commands.ts';
import { unknown, validationError } from '../problems.ts';
import type { Image } from '../records/image.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import { imageOfUrl } from '../text/image-url.ts';
import {
  planDomainEvent,
  toDecision,
  nextPostId,
  startPlan,
  addProblem,
  type CalendarDecision,
  type RequestPlan,
} from './plan.ts';
import { mayUpload } from '../permissions.ts';

export function attachImage(
  command: AttachImage,
  state: ReadonlyCalendarState,
  context: Context,
): CalendarDecision {
  const plan = startPlan(command, state, context);
  const reference = validateImageUrl(plan, 'url', command.source);
  const refusal = validationError(plan.problems);
  if (refusal !== undefined) return refusal;
  resolveImage(plan, reference);
  return toDecision(plan);
}

/** The id of an existing image, or a URL that the caller may attach; undefined if absent or invalid. */
export function validateImage(
  plan: RequestPlan,
  image: ImageReference | undefined,
): ImageReference | undefined {
  if (image === undefined || image === '' || image === 0) return image;
  if (typeof image === 'number' || /^\d+$/.test(image)) {
    const id = Number(image);
    if (plan.state.images.get(String(id)) !== undefined) return id;
    return addProblem(plan, 'image', unknown('image'));
  }
  return validateImageUrl(plan, 'image', image);
}

function validateImageUrl(
  plan: RequestPlan,
  parameter: string,
  address: string,
): string | undefined {
  if (imageOfUrl(address, () => false) === undefined)
    return addProblem(
      plan,
      parameter,
      'must be the URL of a jpg, jpeg, png, gif, webp, avif or bmp file',
    );
  if (!mayUpload(plan.caller))
    return addProblem(
      plan,
      parameter,
      'must be the id of an image: uploads need the role author or above',
    );
  return address;
}

/** The id of the image, attached if it is new. Undefined: leave the image as it is. Null: clear it. */
export function resolveImage(
  plan: RequestPlan,
  reference: ImageReference | undefined,
): number | null | undefined {
  if (reference === undefined || typeof reference === 'number')
    return reference === 0 ? null : reference;
  const known = findImage(plan, 'source', reference);
  if (known !== undefined) return known.id;
  const isTaken = (name: string) => findImage(plan, 'fileName', name) !== undefined;
  const file = imageOfUrl(reference, isTaken, plan.planned.takenNumbers('image'));
  if (file === undefined) return null;
  const id = nextPostId(plan);
  planDomainEvent(plan, { type: 'ImageAttached', image: { ...file, id, source: reference } });
  return id;
}

function findImage(
  { state, planned }: RequestPlan,
  member: 'source' | 'fileName',
  text: string,
): Image | undefined {
  const [known] = state.images.list({ by: { [member]: text }, order: 'ascending', limit: 1 });
  return known ?? planned.findImage(member, text);
}
