// The URL of a service, as the value of a flag.

import { InvalidArgumentError } from 'commander';

/** A URL of http or https without credentials, query and fragment. Given twice, one flag names two upstreams for one path. */
export function upstreamUrl(text: string, before?: string): string {
  const example = 'such as https://api.example.com';
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError(`It must be a URL of http or https ${example}.`);
  }
  const { username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '') {
    throw new InvalidArgumentError('It must have no user and password: clients send their own.');
  }
  if (search !== '' || hash !== '') {
    throw new InvalidArgumentError(`It must have no query and no fragment ${example}.`);
  }
  if (before !== undefined) {
    throw new InvalidArgumentError('It is given twice: the same paths cannot have two upstreams.');
  }
  return text;
}
