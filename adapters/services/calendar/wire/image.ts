// Images on the wire (reference/calendar.md section 2.7).

import { calendar } from '../../../../core/index.ts';
import type { Links } from '../links.ts';
import { uploadOf } from './addresses.ts';
import type { PrintedRecord } from './printed.ts';

export function printImage(image: calendar.ImageView, links: Links): PrintedRecord<'Image'> {
  const sizes: Record<string, PrintedRecord<'ImageSize'>> = {};
  for (const name of calendar.imageSizeNames) {
    const size = image.sizes[name];
    sizes[name] = {
      width: size.width,
      height: size.height,
      'mime-type': size.mimeType,
      filesize: size.fileBytes,
      url: uploadOf(links, size.fileName),
    };
  }
  return {
    url: uploadOf(links, image.fileName),
    id: image.id,
    extension: image.extension,
    width: image.width,
    height: image.height,
    filesize: image.fileBytes,
    sizes,
  };
}
