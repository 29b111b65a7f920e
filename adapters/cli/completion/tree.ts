// The verbs with their options and values, as completion scripts need them.

import type { Argument, Command, Option } from 'commander';
import { wallet } from '../../../core/index.ts';
import { packagedFixtures } from '../../fixture/files.ts';

export interface VerbNode {
  /** The words that lead to it, such as `clock advance`; none of the program itself. */
  readonly words: string;
  /** The last of the words, and what it does. */
  readonly name: string;
  readonly summary: string;
  readonly parts: readonly VerbNode[];
  readonly options: readonly OptionNode[];
  /** The values of its arguments. */
  readonly values: Values;
}

export interface OptionNode {
  /** `--port`, and `-p` if it has a short form. */
  readonly flags: readonly string[];
  readonly summary: string;
  /** Undefined if it takes none. */
  readonly values: Values | undefined;
}

export interface Values {
  readonly choices: readonly string[];
  readonly areFiles: boolean;
}

/** All nodes, the program first. */
export function nodesOf(program: Command): readonly VerbNode[] {
  const flattened = (node: VerbNode): readonly VerbNode[] => [
    node,
    ...node.parts.flatMap(flattened),
  ];
  return flattened(nodeOf(program, ''));
}

function nodeOf(command: Command, words: string): VerbNode {
  const help = command.createHelp();
  const parts = help.visibleCommands(command).filter((part) => part.name() !== 'help');
  return {
    words,
    name: command.name(),
    summary: command.summary() === '' ? firstSentence(command.description()) : command.summary(),
    parts: parts.map((part) => nodeOf(part, `${words} ${part.name()}`.trimStart())),
    options: help.visibleOptions(command).map(optionOf),
    values: mergedValues(command.registeredArguments),
  };
}

function optionOf(option: Option): OptionNode {
  const { short, long, description, required, optional } = option;
  return {
    flags: [long, short].filter((flag) => flag !== undefined),
    summary: firstSentence(description),
    values: required || optional ? valuesOf(option.flags, option.argChoices) : undefined,
  };
}

function mergedValues(args: readonly Argument[]): Values {
  const all = args.map((argument) => valuesOf(`<${argument.name()}>`, argument.argChoices));
  return {
    choices: all.flatMap(({ choices }) => choices),
    areFiles: all.some(({ areFiles }) => areFiles),
  };
}

/** `<file>`, `<file or folder...>`, `<left>`, `<store>`: placeholders of paths. */
function valuesOf(placeholder: string, choices = suggestionsFor(placeholder)): Values {
  return { choices, areFiles: /<(file|fixture|left|right|store|from|to)\b/.test(placeholder) };
}

/** Values that are worth naming, though others are allowed: fixtures are packaged names or files. */
function suggestionsFor(placeholder: string): readonly string[] {
  if (/--fixture |<fixture>/.test(placeholder)) return packagedFixtures();
  return placeholder === '<blockchain>' ? wallet.blockchains : [];
}

/** Up to the first break, without what ends a sentence: a list of completions has narrow lines. */
function firstSentence(text: string): string {
  return (/^[^\n.;:(]*/.exec(text)?.[0] ?? '').trim();
}
