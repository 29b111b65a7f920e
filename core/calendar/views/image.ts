// Views of images: as posts print them, and their files by name.

import type { Image } from '../records/image.ts';
import type { Post } from '../records/post.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import { imageSizeNames } from '../text/image-url.ts';

/** An image, without the URL that it was attached by. */
export type ImageView = Omit<Image, 'source'>;

export function imageOf(
  { images }: Pick<ReadonlyCalendarState, 'images'>,
  { imageId }: Post,
): ImageView | null {
  return imageId === null ? null : (images.get(String(imageId)) ?? null);
}

export interface ImageFileView {
  /** The id of the image, also for its smaller sizes. */
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly fileBytes: number;
}

const smallerSize = /^(.+)-\d+x\d+(\.[a-z]+)$/;

/** A file below the uploads: an image in its natural size or in one of the smaller ones. */
export function imageFileView(
  state: Pick<ReadonlyCalendarState, 'images'>,
  fileName: string,
): ImageFileView | undefined {
  const whole = imageNamed(state, fileName);
  if (whole !== undefined) return measuresOf(whole, whole);
  const [, stem, extension] = smallerSize.exec(fileName) ?? [];
  const image = stem === undefined ? undefined : imageNamed(state, `${stem}${extension}`);
  if (image === undefined) return undefined;
  const name = imageSizeNames.find((size) => image.sizes[size].fileName === fileName);
  return name === undefined ? undefined : measuresOf(image, image.sizes[name]);
}

function imageNamed(
  { images }: Pick<ReadonlyCalendarState, 'images'>,
  fileName: string,
): Image | undefined {
  return images.list({ by: { fileName }, order: 'ascending', limit: 1 })[0];
}

function measuresOf(
  { id }: Image,
  { width, height, fileBytes }: Omit<ImageFileView, 'id'>,
): ImageFileView {
  return { id, width, height, fileBytes };
}
