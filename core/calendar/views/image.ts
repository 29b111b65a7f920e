// Views of images: in posts, and files by name.

import type { Image } from '../records/image.ts';
import type { Post } from '../records/post.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import { imageSizeNames } from '../text/image-url.ts';

/** An image without the URL by which it was attached. */
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

/** The image file with a name, in its natural size or in one of the smaller ones. */
export function imageFileView(
  state: Pick<ReadonlyCalendarState, 'images'>,
  fileName: string,
): ImageFileView | undefined {
  const whole = imageNamed(state, fileName);
  if (whole !== undefined) return fileView(whole, whole);
  const [, stem, extension] = smallerSize.exec(fileName) ?? [];
  const image = stem === undefined ? undefined : imageNamed(state, `${stem}${extension}`);
  if (image === undefined) return undefined;
  const name = imageSizeNames.find((size) => image.sizes[size].fileName === fileName);
  return name === undefined ? undefined : fileView(image, image.sizes[name]);
}

function imageNamed(
  { images }: Pick<ReadonlyCalendarState, 'images'>,
  fileName: string,
): Image | undefined {
  return images.list({ by: { fileName }, order: 'ascending', limit: 1 })[0];
}

function fileView(
  { id }: Image,
  { width, height, fileBytes }: Omit<ImageFileView, 'id'>,
): ImageFileView {
  return { id, width, height, fileBytes };
}
