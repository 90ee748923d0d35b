;; Emacs 29 or later, or an earlier version with the package eglot; with the packages markdown-mode and yaml-mode.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((markdown-mode yaml-mode) . ("mm" "lsp")))
  ;; Emacs 30.1 shows no problems of files whose name is not ASCII: it compares bytes with characters.
  (when (fboundp 'eglot-uri-to-path)
    (advice-add 'eglot-uri-to-path :filter-return
                (lambda (path) (decode-coding-string (encode-coding-string path 'utf-8) 'utf-8))))
  ;; In Emacs 28, eglot never ends when it looks for a column that is now in the middle of an emoji.
  (unless (boundp 'eglot-move-to-linepos-function)
    (setq eglot-move-to-column-function #'mm-move-to-column)))

(defun mm-move-to-column (column)
  (beginning-of-line)
  (while (and (> column 0) (not (eolp)))
    (setq column (- column (if (> (char-after) #xffff) 2 1)))
    (forward-char)))

;; What mm or git has changed is read again, also in files that a rename has opened.
(global-auto-revert-mode 1)

;; The folder of reminders is the project.
(defun mm-project (directory)
  (let ((root (locate-dominating-file directory "tags.yaml")))
    (when root (cons 'transient root))))
(add-hook 'project-find-functions #'mm-project)

(defun mm-eglot ()
  (when (and buffer-file-name (locate-dominating-file buffer-file-name "tags.yaml"))
    ;; Tags are found however they are typed. In text, M-TAB would complete English words.
    (setq-local completion-ignore-case t)
    (local-set-key (kbd "M-TAB") #'completion-at-point)
    (eglot-ensure)))
(add-hook 'markdown-mode-hook #'mm-eglot)
(add-hook 'yaml-mode-hook #'mm-eglot)
