// The studio: shows the worlds of a server, or of the file that the page is part of; and the documents of the server.

import { render } from 'preact';
import { followAddressBar, go } from './model/address.ts';
import { fileSource } from './model/file-source.ts';
import { firstAddress } from './model/first-address.ts';
import { Viewpoint } from './model/viewpoint.ts';
import { serverSource } from './model/server-source.ts';
import type { Story } from '../story/story.ts';
import { takeToken } from './model/token.ts';
import { App } from './app.tsx';
import { startDocs } from './docs/start-docs.tsx';
import { TokenForm } from './views/token-form.tsx';
import { keepFocus } from './widgets/keep-focus.ts';

const root = document.getElementById('studio');
const written = document.getElementById('story')?.textContent;

function start(): void {
  if (root === null) return;
  if (written !== undefined) {
    const story = JSON.parse(written) as Story;
    followAddressBar();
    const first = location.hash === '' ? firstAddress(story) : undefined;
    if (first !== undefined) go(first, false);
    render(<App viewpoint={new Viewpoint(fileSource(story))} />, root);
    return;
  }
  const token = takeToken();
  const { page, server = '/', studio = '/' } = root.dataset;
  const url = new URL(server, location.href).href;
  if (page === 'docs') return startDocs({ root, url, studio }, token, start);
  followAddressBar();
  if (token === undefined) render(<TokenForm onToken={start} />, root);
  else showServer(root, url, token);
}

function showServer(parent: HTMLElement, url: string, token: string): void {
  const source = serverSource(url, token);
  const viewpoint = new Viewpoint(source);
  const showStory = (story: Story) => {
    viewpoint.close();
    source.close();
    const opened = new Viewpoint(fileSource(story));
    go(firstAddress(story) ?? {});
    render(<App key={story.title} viewpoint={opened} onClose={close} />, parent);
    document.getElementById('main')?.focus();
    function close(): void {
      opened.close();
      go({ world: '', view: 'worlds', at: null, id: null, q: null, with: null });
      showServer(parent, url, token);
    }
  };
  render(<App key={source.title} viewpoint={viewpoint} onStory={showStory} />, parent);
}

if (root !== null) keepFocus(root);
start();
