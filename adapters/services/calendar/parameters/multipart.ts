// Parses multipart bodies. Files are ignored: no operation takes one (reference/calendar.md section 11).

import { MultipartParseError, parseMultipart } from '@remix-run/multipart-parser';
import { formParametersMax } from '../../../protocol/form-size.ts';
import { FormError, formMembers } from './form.ts';

/** The headers of one part. */
export const partHeaderBytesMax = 8 * 1024;
const boundaryCharsMax = 70;

/** The fields of a body with this boundary. Throws FormError. */
export function multipartMembers(
  body: Buffer,
  boundary: string | undefined,
): ReadonlyMap<string, unknown> {
  if (boundary === undefined || !isBoundary(boundary)) throw noBoundary;
  return formMembers(fieldsOf(body, boundary));
}

/** RFC 2046 section 5.1.1. */
function isBoundary(boundary: string): boolean {
  return boundary.length <= boundaryCharsMax && /^[\w'()+,./:=? -]*[\w'()+,./:=?-]$/.test(boundary);
}

function fieldsOf(body: Buffer, boundary: string): readonly (readonly [string, string])[] {
  const fields: (readonly [string, string])[] = [];
  try {
    for (const part of parseMultipart(body, {
      boundary,
      maxHeaderSize: partHeaderBytesMax,
      maxFileSize: body.length,
      maxTotalSize: body.length,
      maxParts: formParametersMax,
    })) {
      if (part.filename === undefined && part.name !== undefined)
        fields.push([part.name, part.text]);
    }
  } catch (error) {
    // The parser throws other errors only for names and texts that are not UTF-8.
    throw error instanceof MultipartParseError ? new FormError(error.message) : notText;
  }
  return fields;
}

const notText = new FormError('The names and texts of parts must be valid UTF-8');
const noBoundary = new FormError('The Content-Type of a multipart body must have a valid boundary');
