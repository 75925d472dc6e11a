/** The worker for uploads to our own server: CRC-32 alone. */
import { serveSums } from './serve-sums.ts'

serveSums(null)
