// The pages of the studio and of the documents, and their files, as parts of an Express app.

import { STATUS_CODES } from 'node:http';
import { basename } from 'node:path';
import express, {
  type ErrorRequestHandler,
  type Handler,
  type Response,
  type Router,
} from 'express';
import { ControlError } from '../../contracts/control-call.ts';
import { checkCaller } from '../../control/caller.ts';
import { flat } from '../../hosts/node/node-request.ts';
import { pageFiles } from './page-files.ts';
import { contentSecurity, studioShell, type ShellPage, type ShellPlace } from './shell.ts';

/** Where the pages are, by the path at which their part of the app is mounted. */
export type PlaceAt = (baseUrl: string) => ShellPlace;

export function shellPage(page: ShellPage, placeAt: PlaceAt): Handler {
  return (request, response) => {
    sendPage(response, studioShell(pageFiles(), placeAt(request.baseUrl), page));
  };
}

/** The script and the style have names by their content: browsers keep them for ever. */
export function pageAssets(): Router {
  const { folder, script, style } = pageFiles();
  const assets = express.Router();
  assets.use(
    express.static(folder, {
      index: false,
      redirect: false,
      cacheControl: false,
      setHeaders(response, path) {
        const isHashed = [script, style].includes(basename(path));
        const caching = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
        response.setHeader('Cache-Control', caching);
        response.setHeader('X-Content-Type-Options', 'nosniff');
      },
    }),
  );
  assets.use(refuseUnknown);
  return assets;
}

export function sendPage(response: Response, html: string): void {
  response.set({
    'Content-Security-Policy': contentSecurity,
    'Cache-Control': 'no-cache',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  response.type('html').send(html);
}

/** Refuses pages of other hosts, and other names of this one. */
export function refuseForeign(allowHosts: readonly string[]): Handler {
  return (request, response, next) => {
    try {
      checkCaller(flat(request.headers), allowHosts);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      return sendSentence(response, error.status, error.message);
    }
    next();
  };
}

export const refuseUnknown: Handler = (_request, response) => {
  sendSentence(response, 404, 'There is no such page.');
};

function sendSentence(response: Response, status: number, sentence: string): void {
  response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  response.status(status).type('text').send(sentence);
}

/** In place of Express's own page, which shows a stack. Express knows a handler of errors by its four parameters. */
export const sendFailure: ErrorRequestHandler = (error, _request, response, _next) => {
  const { status } = error as { readonly status?: number };
  const ofRequest = STATUS_CODES[status !== undefined && status < 500 ? status : 0];
  if (status !== undefined && ofRequest !== undefined) {
    return sendSentence(response, status, `${ofRequest}.`);
  }
  sendSentence(response, 500, error instanceof Error ? error.message : 'This failed.');
};
