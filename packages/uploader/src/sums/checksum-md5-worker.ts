/** The worker for uploads to presigned URLs: CRC-32 and MD5. A separate file, so that other uploads never load MD5. */
import { md5 } from '@noble/hashes/legacy.js'
import { serveSums } from './serve-sums.ts'

serveSums(() => md5.create())
