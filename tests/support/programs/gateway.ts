// An entry of the tests' own: an import is checked where the path of a program is not.
import '@called-it/gateway/main'
