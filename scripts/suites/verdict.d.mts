import type { Counts } from './run-steps.ts'

export const MOST_SECOND_TRIES: number
export function verdict(suites: readonly Counts[]): { passed: number; failed: number; lines: string[] }
