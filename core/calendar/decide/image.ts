// Images, taken from addresses without a network: with the posts that wish for them, and ahead of these
// (reference/calendar.md section 2.7).

import type { Context } from '../../kernel/context.ts';
import type { AttachImage, ImageWish } from '../commands.ts';
import type { Image } from '../records/image.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import { imageOfUrl } from '../text/image-url.ts';
import {
  add,
  done,
  judged,
  nextPostId,
  openDraft,
  wrong,
  type Decision,
  type Draft,
} from './draft.ts';
import { mayUpload } from './rights.ts';

export function attachImage(
  command: AttachImage,
  state: ReadonlyCalendarState,
  context: Context,
): Decision {
  const draft = openDraft(command, state, context);
  const wish = judgeAddress(draft, 'url', command.source);
  const refusal = judged(draft);
  if (refusal !== undefined) return refusal;
  takeImage(draft, wish);
  return done(draft);
}

/** An image that is there, or the address of one that may be taken; undefined where none is wished or it is wrong. */
export function judgeImage(draft: Draft, image: ImageWish | undefined): ImageWish | undefined {
  if (image === undefined || image === '' || image === 0) return image;
  if (typeof image === 'number' || /^\d+$/.test(image)) {
    const id = Number(image);
    if (draft.state.images.get(String(id)) !== undefined) return id;
    return wrong(draft, 'image', 'is no image of the site');
  }
  return judgeAddress(draft, 'image', image);
}

function judgeAddress(draft: Draft, parameter: string, address: string): string | undefined {
  if (imageOfUrl(address, () => false) === undefined)
    return wrong(draft, parameter, 'is no address of an image');
  if (!mayUpload(draft.caller)) return wrong(draft, parameter, 'may not be taken from elsewhere');
  return address;
}

/** The image that is wished, attached if it is new. Undefined: none is wished. Null: it shall have none. */
export function takeImage(draft: Draft, wish: ImageWish | undefined): number | null | undefined {
  if (wish === undefined || typeof wish === 'number') return wish === 0 ? null : wish;
  const known = imageLike(draft, 'source', wish);
  if (known !== undefined) return known.id;
  const isTaken = (name: string) => imageLike(draft, 'fileName', name) !== undefined;
  const file = imageOfUrl(wish, isTaken, draft.made.takenNumbers('image'));
  if (file === undefined) return null;
  const id = nextPostId(draft);
  add(draft, { type: 'ImageAttached', image: { ...file, id, source: wish } });
  return id;
}

function imageLike(
  { state, made }: Draft,
  member: 'source' | 'fileName',
  text: string,
): Image | undefined {
  const [known] = state.images.list({ by: { [member]: text }, order: 'ascending', limit: 1 });
  return known ?? made.imageLike(member, text);
}
