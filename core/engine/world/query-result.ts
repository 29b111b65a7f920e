// The answer of a query, or the error that it threw. A query changes no state: only its caller gets the error.

import { InvariantError } from '../../kernel/invariant.ts';
import { err, ok, type Result } from '../../kernel/result.ts';

export type QueryResult<Answer> = Result<Answer, unknown>;

/** Runs a query. Throws InvariantError if it finds a broken invariant, which breaks the world as elsewhere. */
export function runQuery<Answer>(query: () => Answer): QueryResult<Answer> {
  try {
    return ok(query());
  } catch (error) {
    if (error instanceof InvariantError) throw error;
    return err(error);
  }
}

/** Throws what the query threw. */
export function queryAnswer<Answer>(result: QueryResult<Answer>): Answer {
  if (result.ok) return result.value;
  throw result.error;
}
