import pg from 'pg'

const UNIQUE_VIOLATION = '23505'

/** Whether a statement failed because another one, at the same time, made the row that there may be but one of. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION
