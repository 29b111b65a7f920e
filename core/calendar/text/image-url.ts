// Images by URL, without a network: validates URLs and derives the metadata of an image (reference/calendar.md section 2.7).

import { lowerCase } from '../../kernel/unicode.ts';
import { firstFreeName, type TakenNumbers } from './free-number.ts';

/** The metadata of an image. Adapters print its URLs. */
export interface ImageFile {
  /** The name below the uploads, such as `pic.jpg`. */
  readonly fileName: string;
  /** In lower case, without the dot. */
  readonly extension: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  readonly fileBytes: number;
  /** Smaller versions by size name. */
  readonly sizes: Readonly<Record<ImageSizeName, ImageSize>>;
}

export interface ImageSize {
  readonly fileName: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  readonly fileBytes: number;
}

/** In the order of responses. */
export const imageSizeNames = ['thumbnail', 'medium', 'medium_large', 'large'] as const;

export type ImageSizeName = (typeof imageSizeNames)[number];

/** The length limit of image URLs. */
export const imageUrlLengthMax = 2_000;

const mimeTypes: ReadonlyMap<string, string> = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['bmp', 'image/bmp'],
]);

/** The dimensions of every image, and of its smaller versions. */
const natural = { width: 1200, height: 800 };
const sizeDimensions: Readonly<Record<ImageSizeName, { width: number; height: number }>> = {
  thumbnail: { width: 150, height: 150 },
  medium: { width: 300, height: 200 },
  medium_large: { width: 768, height: 512 },
  large: { width: 1024, height: 683 },
};

const imageUrl = /^https?:\/\/(?:[^\s/?#@]*@)?([^\s/?#@:]+)(?::\d{1,5})?(\/[^\s?#]*)(?:[?#]\S*)?$/i;

/** Reserved hosts that can never be reached. */
const unreachableHost = /\.(?:localhost|invalid)\.?$/i;

/**
 * The image of an http(s) URL whose path ends in `.jpg`, `.jpeg`, `.png`, `.gif`, `.webp`, `.avif` or `.bmp`, on a host that
 * does not end in `.localhost` or `.invalid`; undefined for other URLs. The file name is that of the URL, with `-1`, `-2`, …
 * if taken. File sizes derive from a hash of the URL.
 */
export function imageOfUrl(
  url: string,
  isTaken: (fileName: string) => boolean,
  taken?: TakenNumbers,
): ImageFile | undefined {
  if (url.length > imageUrlLengthMax) return undefined;
  const [, host = '', path = ''] = imageUrl.exec(url) ?? [];
  const file = path.slice(path.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  const extension = dot < 1 ? '' : lowerCase(file.slice(dot + 1));
  const mimeType = mimeTypes.get(extension);
  if (host === '' || unreachableHost.test(host) || mimeType === undefined) return undefined;
  const stem = fileStemOf(file.slice(0, dot));
  const end = `.${extension}`;
  const fileName = isTaken(stem + end)
    ? firstFreeName({ stemOf: () => `${stem}-`, end, start: 1, isTaken, taken })
    : stem + end;
  const name = fileName.slice(0, -end.length);
  const detail = 60 + (checksum(url) % 61);
  const size = (sizeName: ImageSizeName): ImageSize => {
    const { width, height } = sizeDimensions[sizeName];
    return {
      fileName: `${name}-${width}x${height}${end}`,
      mimeType,
      width,
      height,
      fileBytes: bytesOf(width, height, detail),
    };
  };
  return {
    fileName,
    extension,
    mimeType,
    ...natural,
    fileBytes: bytesOf(natural.width, natural.height, detail),
    sizes: {
      thumbnail: size('thumbnail'),
      medium: size('medium'),
      medium_large: size('medium_large'),
      large: size('large'),
    },
  };
}

/** The file name without extension: characters other than letters, digits, dots, dashes and underscores become dashes. */
function fileStemOf(stem: string): string {
  const name = stem
    .replace(/%[0-9a-f]{2}/gi, '-')
    .replace(/[^\w.-]/g, '-')
    .replace(/[-\s]+/g, '-');
  return trimMarks(name) || 'image';
}

/** Character by character: a regular expression would take quadratic time on runs of marks. */
function trimMarks(name: string): string {
  let [start, end] = [0, name.length];
  while (start < end && marks.includes(name.charAt(start))) start += 1;
  while (end > start && marks.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(start, end);
}

const marks = '-._';

/** A plausible file size: a header, and `detail` thousandths of a byte for each pixel. */
function bytesOf(width: number, height: number, detail: number): number {
  return 600 + Math.floor((width * height * detail) / 1000);
}

/** FNV-1a, 32 bits. */
function checksum(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
