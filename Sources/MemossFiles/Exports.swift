// Importing the library imports these layers too. It also makes them visible in every file of this module.
@_exported public import CivilTime
@_exported public import DateWords
@_exported public import Folder
@_exported public import Text
