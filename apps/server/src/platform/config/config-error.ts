import { StartError } from './start-error.ts'

/** A setting with an invalid value, or a group of settings that is only half set. The sentence names the variable. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError'
  /** The variable at fault. */
  readonly variable: string

  constructor(variable: string, reason: string) {
    super(`${variable} ${reason}`)
    this.variable = variable
  }
}
