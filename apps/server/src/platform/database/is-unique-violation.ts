import pg from 'pg'

const UNIQUE_VIOLATION = '23505'

/** Whether a statement failed because a concurrent one created the row that must be unique. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION
