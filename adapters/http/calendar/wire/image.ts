// Images as they are printed (reference/calendar.md section 2.7).

import type { calendar } from '../../../../core/index.ts';
import { uploadOf, type Printing } from './addresses.ts';

export function printImage(image: calendar.Image, printing: Printing): object {
  const { id, fileName, extension, width, height, fileBytes } = image;
  const sizes = Object.entries(image.sizes).map(([name, size]) => [
    name,
    {
      width: size.width,
      height: size.height,
      'mime-type': size.mimeType,
      filesize: size.fileBytes,
      url: uploadOf(printing, size.fileName),
    },
  ]);
  return {
    url: uploadOf(printing, fileName),
    id,
    extension,
    width,
    height,
    filesize: fileBytes,
    sizes: Object.fromEntries(sizes) as object,
  };
}
