// The limits of messages to the voice agent; adapters/README.md lists them. Larger messages are refused.

import { speech } from '../../../../core/index.ts';

/** The nesting of lists and objects in a message. */
export const messageDepthMax = 64;
/** Values in a message: texts, numbers, lists, objects and so on. */
export const messageValuesMax = 20_000;

/** Think or speak settings in a list of fallbacks. */
export const fallbacksMax = 10;
/** Functions of one think settings object. */
export const functionsMax = 200;
export const functionNameCharsMax = 200;
export const functionDescriptionCharsMax = 10_000;
/** The JSON of the `parameters` of a function. */
export const functionParametersCharsMax = 50_000;
/** The name of a model or voice. */
export const nameCharsMax = 200;
/** The URL of an endpoint, counted with a mark of three characters for each secret. */
export const endpointUrlCharsMax = 2_000;
/** Headers of an endpoint. */
export const endpointHeadersMax = 50;
export const endpointHeaderNameCharsMax = 100;

/** Items of `agent.context.messages`. */
export const historyItemsMax = 1_000;
/** Functions in such an item. */
export const historyCallsMax = 100;
/** A text to speak: a greeting, or InjectAgentMessage. */
export const spokenCharsMax = 10_000;
/** InjectUserMessage. */
export const userTextCharsMax = 10_000;

/** As on /v2/listen. */
export const { keytermsMax, keytermCharsMax, languageHintsMax } = speech;
export const tagsMax = 100;
export const agentTagCharsMax = 1_000;
/** `context_length`, as a number. */
export const contextLengthMax = 1_000_000_000;
/** `audio.output.bitrate`, in bits per second. */
export const bitrateMax = 10_000_000;
/** The highest temperature of a thinker. Some providers have a lower one. */
export const temperatureMax = 2;
