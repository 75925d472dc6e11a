import { StartError } from './start-error.ts'

/** A setting that cannot be used, or a group of settings half set. The sentence names the variable. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError'
  /** The variable that is at fault. */
  readonly variable: string

  constructor(variable: string, reason: string) {
    super(`${variable} ${reason}`)
    this.variable = variable
  }
}
