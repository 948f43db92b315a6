/**
 * What a program that a test starts needs of our environment: where programs are, and where compiled code is
 * kept, without which each start takes twice as long. No setting of whoever runs the tests.
 */
export const bareEnv: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
}
